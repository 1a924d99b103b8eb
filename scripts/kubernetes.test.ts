// The manifests in deploy/kubernetes, compared with Kubernetes' schemas, the service's settings and its alert rules. RENEW_DOCS=1 writes
// the rules again.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor'
import { PrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Service } from 'kubernetes-models/v1/Service'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { readSettings } from '../schema/config/settings.ts'

const at = (path: string): URL => new URL(`../${path}`, import.meta.url)
const read = (path: string): string => readFileSync(at(path), 'utf8')

/** @throws {Error} if the manifest does not match */
const CHECKS: Readonly<Record<string, (of: object) => void>> = {
  StatefulSet: (of) => new StatefulSet(Object(of)).validate(),
  Deployment: (of) => new Deployment(Object(of)).validate(),
  Service: (of) => new Service(Object(of)).validate(),
  PodDisruptionBudget: (of) => new PodDisruptionBudget(Object(of)).validate(),
  PodMonitor: (of) => new PodMonitor(Object(of)).validate(),
  PrometheusRule: (of) => new PrometheusRule(Object(of)).validate(),
}

const FOLDER = 'deploy/kubernetes'
const { resources, configMapGenerator } = parse(read(`${FOLDER}/kustomization.yaml`))
const manifests = resources.flatMap((name: string) =>
  parseAllDocuments(read(`${FOLDER}/${name}`)).map((document) => document.toJS()),
)

test('each manifest fits the schema of its kind, and kustomize takes all files of the folder', () => {
  assert.deepEqual([...resources, 'kustomization.yaml'].sort(), readdirSync(at(FOLDER)).sort())
  for (const manifest of manifests) {
    const check = CHECKS[manifest.kind] ?? assert.fail(`${manifest.kind} is not checked`)
    check(manifest)
  }
  const wrong = structuredClone(manifests[0])
  wrong.spec.template.spec.containers[0].livenessProbe.periodSeconds = 'often'
  assert.throws(() => new StatefulSet(wrong).validate(), /periodSeconds/)
})

test('settings, ports, volumes and selectors of the manifests belong together', () => {
  const literals: readonly string[] = configMapGenerator[0].literals
  const shared = Object.fromEntries(literals.map((literal) => literal.split('=', 2)))
  const pods = manifests.filter(
    ({ kind }: { kind: string }) => kind === 'StatefulSet' || kind === 'Deployment',
  )
  assert.equal(pods.length, 2)
  const services = new Map<
    string,
    { selector: object; ports: { port: number; targetPort: string }[]; sessionAffinity?: string }
  >(
    manifests
      .filter(({ kind }: { kind: string }) => kind === 'Service')
      .map(({ metadata, spec }: { metadata: { name: string }; spec: object }) => [metadata.name, spec]),
  )
  for (const { spec } of pods) {
    const { metadata, spec: pod } = spec.template
    assert.equal(metadata.labels.app, spec.selector.matchLabels.app)
    assert.equal(metadata.labels.job, 'launchpad', 'the job of the rules')
    const [{ env, ports, volumeMounts }] = pod.containers
    const own = Object.fromEntries(
      env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    )
    const { settings } = readSettings({ ...shared, ...own }, [])
    assert.deepEqual(
      ports.map(({ name, containerPort }: { name: string; containerPort: number }) => [name, containerPort]),
      [
        ['http', settings.PORT],
        ['metrics', settings.ADMIN_PORT],
      ],
    )
    const volumes = [
      ...pod.volumes,
      ...(spec.volumeClaimTemplates ?? []).map(({ metadata }: { metadata: object }) => metadata),
    ]
    assert.deepEqual(
      volumeMounts.map(({ name }: { name: string }) => name).sort(),
      volumes.map(({ name }: { name: string }) => name).sort(),
    )
    for (const url of settings.MODELS_URL ?? []) {
      const { hostname, port } = new URL(String(url))
      assert.deepEqual(
        services.get(hostname)?.ports.map(({ port }) => `${port}`),
        [port],
      )
    }
  }
  // A client of several replicas would fetch an older state than its feed has.
  assert.equal(services.get('launchpad')?.sessionAffinity, 'ClientIP')
  assert.deepEqual(
    [...services.values()].map(({ selector }) => selector),
    pods.map(({ spec }: { spec: { selector: { matchLabels: object } } }) => spec.selector.matchLabels),
  )
})

test('the rules of the operator are those of Prometheus', () => {
  const path = `${FOLDER}/rules.yaml`
  const rule = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'launchpad' },
    spec: parse(read('api/metrics/rules.yml')),
  }
  const text = `# api/metrics/rules.yml for Prometheus' operator: RENEW_DOCS=1 npm test -- kubernetes writes it.\n${stringify(rule, { lineWidth: 140 })}`
  if (process.env.RENEW_DOCS === '1') writeFileSync(at(path), text)
  assert.equal(read(path), text)
})
