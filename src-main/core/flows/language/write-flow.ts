import { Document, visit, type Node } from 'yaml'
import { commandOf } from './recorded-command'
import { stepsOf, type Command, type RecordedInput } from './recorded-input'

// A comment is one line, and a file holds no control characters.
const unwritable = /[\s\p{Cc}\p{Cs}\uFFFE\uFFFF]+/gu
const startsFrom = '# Starts from the screen that was shown when recording began.'

/**
 * Writes a recording as the text of a flow. Typing becomes one `inputText`, pauses wait for a still screen, and what no
 * command does is a comment.
 */
export function writeFlow(name: string, inputs: readonly RecordedInput[]): string {
  const commands: Command[] = []
  const comments: string[][] = [[]]
  for (const { command, about } of stepsOf(inputs).map(commandOf)) {
    if (about !== null) comments.at(-1)?.push(` ${about.replaceAll(unwritable, ' ')}`)
    if (command === null) continue
    commands.push(command)
    comments.push([])
  }
  const body = new Document<Node>(commands.length > 0 ? commands : ['waitForAnimationToEnd'])
  visit(body, {
    // Points and labels stand in one line.
    Seq: (_, list, above) => void (list.flow = above.length > 1),
  })
  const items = (body.contents as unknown as { readonly items: readonly Node[] }).items
  for (const [index, lines] of comments.entries()) {
    if (lines.length === 0) continue
    const item = items[index]
    if (item) item.commentBefore = lines.join('\n')
    else body.comment = lines.join('\n')
  }
  const header = new Document({ name: name.trim() || 'Recorded flow' }).toString({ lineWidth: 0 })
  return `${startsFrom}\n${header}---\n${body.toString({ lineWidth: 0 })}`
}
