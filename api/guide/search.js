// Search of the guide: sections that hold every word of the query, those with the words in their heading first.
const base = document.currentScript.src
const [input] = document.getElementsByTagName('input')
const found = document.getElementById('found')

const item = ([page, anchor, heading, text], words) => {
  const link = document.createElement('a')
  link.href = new URL(`${page}#${anchor}`, base).href
  link.append(heading)
  const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 30)
  const excerpt = document.createElement('small')
  excerpt.append(text.slice(at, at + 110))
  link.append(excerpt)
  const entry = document.createElement('li')
  entry.append(link)
  return entry
}

input.addEventListener('input', () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  const score = ([, , heading, text]) => {
    const title = heading.toLowerCase()
    const all = `${title} ${text.toLowerCase()}`
    return words.every((word) => all.includes(word))
      ? 1 + words.filter((word) => title.includes(word)).length
      : 0
  }
  const hits = words.length === 0 ? [] : SECTIONS.map((section) => [score(section), section])
  const best = hits.filter(([points]) => points > 0).sort(([a], [b]) => b - a)
  found.replaceChildren(...best.slice(0, 12).map(([, section]) => item(section, words)))
  found.hidden = best.length === 0
})
