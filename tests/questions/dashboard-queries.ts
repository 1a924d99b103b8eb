// Queries of PostgreSQL's dashboard in Grafana's form, for a range with all kinds of rows.
import { readFileSync } from 'node:fs'

interface Panels {
  readonly panels: readonly { readonly targets: readonly { readonly rawSql: string }[] }[]
  readonly templating: { readonly list: readonly { readonly type: string; readonly query: string }[] }
}

export const dashboardQueries = (token: string): string[] => {
  const path = new URL('../../projections/copies/postgres/dashboard.json', import.meta.url)
  const { panels, templating }: Panels = JSON.parse(readFileSync(path, 'utf8'))
  const shown = panels.flatMap(({ targets }) => targets.map(({ rawSql }) => rawSql))
  const chosen = templating.list.filter(({ type }) => type === 'query').map(({ query }) => query)
  return [...shown, ...chosen].map((query) =>
    query
      .replaceAll(/\$__timeFilter\((\w+)\)/g, "$1 BETWEEN '2020-01-01T00:00:00Z' AND '2040-01-01T00:00:00Z'")
      .replaceAll('$token', token),
  )
}
