// Finds places for small faults in a source text: another operator, a negated condition, another number, or a removed call. Types are not
// considered here: `refused-by-types.ts` drops faults that the compiler refuses.
import { ts } from '@ts-morph/common'

export interface Mutant {
  readonly path: string
  readonly at: number
  readonly from: string
  readonly to: string
  readonly line: number
}

/** Most replacements differ only at the boundary, such as `<` and `<=`. */
const OPERATORS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '<': '<=',
    '<=': '<',
    '>': '>=',
    '>=': '>',
    '===': '!==',
    '!==': '===',
    '+': '-',
    '-': '+',
    '*': '/',
    '/': '*',
    '%': '*',
    '&&': '||',
    '||': '&&',
    '+=': '-=',
    '-=': '+=',
  }),
)

const METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    floor: 'ceil',
    ceil: 'floor',
    find: 'findLast',
    findLast: 'find',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
  }),
)

const LOGS = /^(this\.#?)?(#?logger|log|console)\.|\.(unref|ref)\(\)$/

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)))

const faultOf = (node: ts.Node): readonly [replaced: ts.Node, to: string] | undefined => {
  if (ts.isBinaryExpression(node)) {
    const to = OPERATORS.get(node.operatorToken.getText())
    return to === undefined || isText(node) ? undefined : [node.operatorToken, to]
  }
  if (ts.isIfStatement(node)) return [node.expression, `!(${node.expression.getText()})`]
  if (ts.isConditionalExpression(node)) return [node.condition, `!(${node.condition.getText()})`]
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [node, node.operand.getText()]
  if (ts.isNumericLiteral(node)) return [node, `${Number(node.text) + 1}`]
  if (ts.isBigIntLiteral(node)) return [node, `${BigInt(node.text.slice(0, -1)) + 1n}n`]
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [node, 'false']
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [node, 'true']
  if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
    const { expression } = node.expression
    const isLeft = expression.kind === ts.SyntaxKind.SuperKeyword || LOGS.test(node.expression.getText())
    return isLeft ? undefined : [node, 'void 0']
  }
  if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent)) {
    const to = METHODS.get(node.name.text)
    return to === undefined ? undefined : [node.name, to]
  }
  return undefined
}

const isLeftOut = (node: ts.Node): boolean =>
  ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)

/** @param path path of the file in the project */
export const mutantsOf = (path: string, text: string): Mutant[] => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const visit = (node: ts.Node): void => {
    if (isLeftOut(node)) return
    const fault = faultOf(node)
    if (fault !== undefined) {
      const [replaced, to] = fault
      const at = replaced.getStart()
      const line = source.getLineAndCharacterOfPosition(at).line + 1
      mutants.push({ path, at, from: replaced.getText(), to, line })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return mutants
}

export const withFault = (text: string, { at, from, to }: Mutant): string =>
  text.slice(0, at) + to + text.slice(at + from.length)
