// The client's types, generated from the OpenAPI document. The generator needs TypeScript's JavaScript API, which TypeScript 7 no longer
// has. A hook gives the generator the API in @ts-morph/common.
import { register } from 'node:module'

const HEAD = `// Generated from the OpenAPI document; do not edit. Renew it with
//   RENEW_CLIENT=1 npm test -- client/client.int
`

/** These members state that a path or an operation has no such method, parameter or body. The client does not need them. */
const ABSENT = /^ +(?:parameters: \{\n(?: +\w+\?: never;\n)+ +\}|\w+\?: never);\n/gm

/** First the headers that every response about the chain has, then others. */
const HEADERS =
  /headers: \{\n *"X-Request-ID": .*\n *"X-Indexed-Slot": .*\n *"X-Indexed-Block": .*\n((?:.*\n)*?) *\[name: string\]: unknown;\n( *)\}/g

const NAMED_HEADER = /^ *("?[\w-]+"?): components\["headers"\]\["[\w-]+"\];\n/gm

/** `BlockHeaders & Header<"ETag">`; headers that only one response has become members. */
const withNamedHeaders = (_: string, others: string, indent: string): string => {
  const names = Array.from(others.matchAll(NAMED_HEADER), ([, name = '']) => `"${name.replaceAll('"', '')}"`)
  const own = others.replaceAll(NAMED_HEADER, '')
  return [
    'headers: BlockHeaders',
    ...(names.length === 0 ? [] : [`Header<${names.join(' | ')}>`]),
    ...(own === '' ? [] : [`{\n${own}${indent}}`]),
  ].join(' & ')
}

const BLOCK_HEADERS = `type BlockHeaders = Pick<components["headers"], "X-Request-ID" | "X-Indexed-Slot" | "X-Indexed-Block"> & {
    [name: string]: unknown;
};
type Only<Name extends string | number, Value> = { [Each in Name]: Value };
type Json<Body> = Only<"application/json; charset=utf-8", Body>;
type Header<Name extends keyof components["headers"]> = Pick<components["headers"], Name>;
type Reply<Headers, Content> = { headers: Headers; content: Content };
type Failure<Cause, Code, Headers> = Reply<Headers & { "X-Error-Code"?: Code }, Json<{ cause?: Cause } & components["schemas"]["Error"]>>;
`

/** @param names of members that are objects with one member, which may have a comment */
const withOneMember = (types: string, names: string): string =>
  types.replaceAll(
    new RegExp(
      `^( *)(${names}): \\{\\n( *\\/\\*\\*.*\\n)? *"?([^"\\n?:]+)"?(\\?)?: (.*(?:\\n\\1 {8}.*)*(?:\\n\\1 {4}[}>].*)?);\\n\\1\\}(.*);$`,
      'gm',
    ),
    (
      _,
      indent: string,
      name: string,
      comment = '',
      member: string,
      optional = '',
      value: string,
      rest: string,
    ) => {
      const key = /^\d+$/.test(member) ? member : `"${member}"`
      const type = `Only<${key}, ${dedented(value)}>`
      const named = type.replace('Only<"application/json; charset=utf-8", ', 'Json<')
      return `${dedented(comment)}${indent}${name}: ${optional === '' ? named : `Partial<${named}>`}${rest};`
    },
  )

const dedented = (types: string): string => types.replaceAll(/^ {4}/gm, '')

/** The document explains the codes. */
const FAILURE =
  /\{\n *headers: (BlockHeaders(?: & Header<[^>]*>)?) & \{\n.*\n *"X-Error-Code"\?: (.*);\n *\};\n *content: Json<\{\n.*\n *cause\?: (.*);\n *\} & components\["schemas"\]\["Error"\]>;\n *\}/g

/** With headers that have names, and one media type. */
const REPLY =
  /\{\n( *)headers: (BlockHeaders[^\n{;]*);\n *content: ((?:Json|Only)<(?:.*|\{\n[\s\S]*?\n\1\}.*)>);\n *\}/g

const withReplies = (types: string): string =>
  types.replaceAll(REPLY, (_, indent: string, headers: string, content: string) => {
    const less = content.replaceAll(new RegExp(`^ {4}(?= {${indent.length - 4}})`, 'gm'), '')
    return `Reply<${headers}, ${less}>`
  })

/** Names of errors in the usual form. The name of a protocol's error has a dot. */
const SHARED_RESPONSE = /^ {16}(\d{3}): components\["responses"\]\["\w+"\];\n/gm

const RESPONSES = /^ {12}responses: \{\n([\s\S]*?)^ {12}\};/gm

/** Writes shared responses as `Shared<400 | 429>`. */
const withSharedResponses = (types: string): string => {
  const shared = new Set<string>()
  const named = types.replaceAll(RESPONSES, (_, responses: string) => {
    const own = responses.replaceAll(SHARED_RESPONSE, (line) => {
      shared.add(line.trim())
      return ''
    })
    const statuses = Array.from(responses.matchAll(SHARED_RESPONSE), ([, status]) => status)
    return `            responses: {\n${own}            }${statuses.length === 0 ? '' : ` & Shared<${statuses.join(' | ')}>`};`
  })
  return `${named}interface AllShared {\n${[...shared]
    .sort()
    .map((line) => `    ${line}\n`)
    .join('')}}
type Shared<Status extends keyof AllShared> = Pick<AllShared, Status>;
`
}

const PATH = /^ {4}("\/.*"): Only<("\w+"), \{\n[\s\S]*?^ {4}\}>;$/gm

/** A part of several lines. */
const PART = /^ {8}(parameters|requestBody|responses): (.*(?:\n {12}.*)+\n {8}\}.*);$/gm

/** A part that equals an earlier one of another path refers to it. */
const withReferences = (types: string): string => {
  const known = new Map<string, string>()
  return types.replaceAll(PATH, (text, path: string, method: string) =>
    text.replaceAll(PART, (part, name: string, value: string) => {
      const earlier = known.get(name + value)
      known.set(name + value, earlier ?? `paths[${path}][${method}]["${name}"]`)
      return earlier === undefined ? part : `        ${name}: ${earlier};`
    }),
  )
}

const COMMENT = /^( *)\/\*\*([\s\S]*?)\*\/\n/gm

/** Keeps the description and the default. The OpenAPI document has the examples. */
const inOneLine = (_: string, indent: string, lines: string): string => {
  const parts = lines.replaceAll(/^ *\* ?/gm, '').split(/^ ?@(?=\w)/m)
  const texts = parts.flatMap((part, index) => {
    const text = part.replaceAll(/\s+/g, ' ').trim()
    if (index === 0) return /^(?:Format: |$)/.test(text) ? [] : [`${text}.`]
    if (text.startsWith('description ')) return [text.slice('description '.length)]
    return text.startsWith('default ') ? [`Default: ${text.slice('default '.length)}.`] : []
  })
  return texts.length === 0 ? '' : `${indent}/** ${texts.join(' ')} */\n`
}

/** @param document OpenAPI document as JSON */
export const documentTypes = async (document: string): Promise<string> => {
  register(new URL('typescript-hook.mjs', import.meta.url))
  const { astToString, default: generate } = await import('openapi-typescript')
  // The generator writes operations with an id twice: in an interface of their own, and as a reference in `paths`.
  const plain = JSON.parse(document, (key, value) =>
    key === 'example' || key === 'operationId' ? undefined : value,
  )
  // A request may leave out a parameter that has a default.
  const types = astToString(await generate(plain, { defaultNonNullable: false }))
  const named = types.replaceAll(COMMENT, inOneLine).replaceAll(HEADERS, withNamedHeaders)
  const bodies = withOneMember(named.replaceAll(ABSENT, ''), 'parameters|content')
  const requests = withOneMember(bodies, 'requestBody\\??').replaceAll(FAILURE, 'Failure<$3, $2, $1>')
  const responses = withOneMember(withSharedResponses(withReplies(requests)), 'responses')
  return HEAD + BLOCK_HEADERS + withReferences(withOneMember(responses, '"/.*"'))
}
