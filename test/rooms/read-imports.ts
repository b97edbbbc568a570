import { parse } from 'vue/compiler-sfc'
import ts from 'typescript'
import type { Import } from './room-rules'

/** What a module's text imports, in whatever way: also re-exports, `import()`, `require` and types in place. */
function importsOf(name: string, text: string): Import[] {
  const found: Import[] = []
  const add = (node: ts.Node | undefined, typeOnly: boolean) => {
    if (node && ts.isStringLiteralLike(node)) found.push({ specifier: node.text, typeOnly })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true)
    else if (ts.isExternalModuleReference(node)) add(node.expression, false)
    else if (ts.isCallExpression(node)) {
      const { expression } = node
      const loads =
        expression.kind === ts.SyntaxKind.ImportKeyword ||
        (ts.isIdentifier(expression) && expression.text === 'require')
      if (loads) add(node.arguments[0], false)
    }
    ts.forEachChild(node, visit)
  }
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest)
  for (const statement of file.statements) {
    const mayLoad = /import|require/.test(text.slice(statement.pos, statement.end))
    if (mayLoad || ts.isExportDeclaration(statement)) visit(statement)
  }
  return found
}

/** What a source file imports; of a `.vue` file, what its script blocks import. */
export function readImports(path: string, text: string): Import[] {
  if (!path.endsWith('.vue')) return importsOf(path, text)
  const { script, scriptSetup } = parse(text, { sourceMap: false }).descriptor
  return [script, scriptSetup].flatMap((block) => (block ? importsOf(`${path}.ts`, block.content) : []))
}
