// The table of commands: the --help and the refusals of each command. The table must agree with the README and package.json.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { SETTING_NAMES, type SettingName, SettingsSchema } from '../schema/config/settings.ts'
import { StartupError } from '../schema/errors.ts'
import { commands } from './commands.ts'

const text = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

const refusalOf = async (run: Promise<void>): Promise<string> => {
  try {
    await run
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
  return assert.fail('it was not refused')
}

const rowsOf = (path: string): string[][] =>
  text(path)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

const isSetting = (name: string): name is SettingName => SETTING_NAMES.some((each) => each === name)

const codes = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

for (const { name, does, help, run } of commands)
  test(`${name} answers --help, and refuses flags and words that are not its own`, async (t) => {
    const print = t.mock.method(console, 'log', () => {})
    await run({}, ['--help'])
    await run({ PORT: 'invalid' }, ['word', '-h', '--colour'])
    assert.deepEqual(
      print.mock.calls.map(({ arguments: [printed] }) => printed),
      [help, help],
    )
    const npm = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`
    assert.ok(help.startsWith(`${npm} -- [OPTIONS]`))
    assert.ok(help.includes(does))
    assert.equal(
      await refusalOf(run({}, ['--colour', 'red'])),
      `--colour is not an option; see ${npm} -- --help`,
    )
    // Commands that accept any number of arguments are skipped.
    if (/\.\.\.\]/.test(help)) return
    assert.equal(
      await refusalOf(run({}, ['one', 'two'])),
      `"${/\b(FILE|DIR|TABLE|SQL)\b/.test(help.split('\n')[0] ?? '') ? 'two' : 'one'}" is not an argument; see ${npm} -- --help`,
    )
  })

test('help lists every setting that applies, with what it must be and its default', () => {
  const start = commands.find(({ name }) => name === 'start') ?? assert.fail()
  for (const name of SETTING_NAMES) {
    const { mustBe, default: fallback } = SettingsSchema.properties[name]
    const line = start.help.split('\n').find((line) => line.startsWith(`  ${name}, --`)) ?? assert.fail(name)
    assert.ok(line.includes(mustBe), line)
    assert.equal(line.endsWith(`; default: ${fallback})`), fallback !== undefined, line)
  }
})

test('the description of a command refers to no other row', () => {
  for (const { name, does } of commands) assert.doesNotMatch(does, /^\w+ (the same|it|them)\b/, name)
})

test('only the help of start says that it follows a node or starts a devnet, and no help names two defaults', () => {
  const following = commands.filter(({ help }) => help.includes('node to follow')).map(({ name }) => name)
  assert.deepEqual(following, ['start'])
  for (const { name, help } of commands)
    for (const line of help.split('\n'))
      assert.ok((line.match(/default:/gi) ?? []).length < 2, `${name}: ${line}`)
})

test('a number out of range, a missing word and a bad setting are refused with what they must be', async () => {
  const refused = async (name: string, ...argv: string[]): Promise<string> =>
    refusalOf((commands.find((command) => command.name === name) ?? assert.fail()).run({}, argv))
  const see = (name: string): string => `; see npm run ${name} -- --help`
  for (const value of ['0', '10000', '1.5', '-1', ''])
    assert.equal(
      await refused('bench', `--rounds=${value}`),
      `--rounds must be a whole number from 1 to 9999, not "${value}"${see('bench')}`,
    )
  assert.equal(
    await refused('fuzz-http', '--path', 'x'),
    `--path must be the path that a failure printed, not "x"${see('fuzz-http')}`,
  )
  assert.equal(await refused('record'), `FILE is missing${see('record')}`)
  assert.equal(
    await refused('devnet', '--port', '65536'),
    `DEVNET_PORT must be a port, 0 to 65535, not "65536"${see('devnet')}`,
  )
  assert.equal(await refused('verify', '--port', '1'), `--port is not an option${see('verify')}`)
  assert.equal(await refused('verify', '--deep=1'), `--deep takes no value${see('verify')}`)
})

test('docs/commands.md has a row for each command', () => {
  const path = 'docs/commands.md'
  const rows = commands.map(({ usage, does }) => `| \`${usage}\` | ${does} |\n`)
  const renewed = text(path).replace(/(?<=\| command \| does \|\n\| --- \| --- \|\n)(\|.*\n)*/, rows.join(''))
  if (process.env.RENEW_DOCS === '1') writeFileSync(new URL(`../${path}`, import.meta.url), renewed)
  assert.equal(text(path), renewed)
})

test('docs/configuration.md has a row for each setting', () => {
  const path = 'docs/configuration.md'
  const rowOf = (name: SettingName): string => {
    const { default: fallback = '', description = '' } = SettingsSchema.properties[name]
    return `| \`${name}\` | ${fallback && `\`${fallback}\``} | ${description} |`
  }
  const filled = text(path).replace(/^\| `([A-Z_]+)` \|.*$/gm, (row, name: string) =>
    isSetting(name) ? rowOf(name) : row,
  )
  if (process.env.RENEW_DOCS === '1') writeFileSync(new URL(`../${path}`, import.meta.url), filled)
  assert.equal(text(path), filled)
  const listed = rowsOf(path).flatMap(([names]) => codes(names))
  assert.deepEqual(listed.sort(), [...SETTING_NAMES].sort())
})

test('npm runs each command through the table', () => {
  const { scripts } = JSON.parse(text('package.json'))
  const own = Object.entries(scripts).filter(([name]) => name !== 'check' && name !== 'format')
  assert.deepEqual(own.sort(), commands.map(({ name }) => [name, `exec node scripts/run.mjs ${name}`]).sort())
})
