import { z } from 'zod'
import { flag, list, word } from './fields'
import type { Workspace } from './flow'
import type { Problem } from './problem'
import { schemaProblems } from './schema-problems'
import { placeOf, plain, readYaml } from './yaml-tree'

const glob = word.max(200)

/** What `config.yaml` holds. */
export const workspaceSchema = z.strictObject({
  flows: list(glob).optional().describe('Which files are flows: * in a folder, ** below it. * by default.'),
  includeTags: list(word).optional().describe('Only flows with one of these tags.'),
  excludeTags: list(word).optional().describe('No flow with one of these tags.'),
  env: z
    .record(z.string().regex(/^[A-Za-z_]\w*$/, 'a name has letters, digits and _'), word)
    .optional()
    .describe('Names for ${…} in every flow.'),
  executionOrder: z
    .strictObject({
      flowsOrder: list(word)
        .optional()
        .describe('Names of flows, or of files without ending, that run first.'),
      continueOnFailure: flag.optional().describe('Goes on after one of them has failed. true by default.'),
    })
    .optional(),
})

/** A folder without `config.yaml`. */
export const plainWorkspace: Workspace = {
  flows: ['*'],
  includeTags: [],
  excludeTags: [],
  env: {},
  executionOrder: { flowsOrder: [], continueOnFailure: true },
}

/** Reads the text of a `config.yaml`. Mistakes go to `report`. */
export function parseWorkspace(text: string, file: string, report: (problem: Problem) => void): Workspace {
  const [tree, second] = readYaml(text, file, report) ?? []
  if (second) report({ place: second.place, message: 'config.yaml has one part, without ---' })
  if (!tree || (tree.kind === 'text' && tree.text === '')) return plainWorkspace
  const read = workspaceSchema.safeParse(plain(tree))
  if (!read.success) {
    for (const problem of schemaProblems(read.error.issues, tree, Object.keys(workspaceSchema.shape)))
      report(problem)
    return plainWorkspace
  }
  const { executionOrder, ...given } = read.data
  return {
    flows: given.flows ?? plainWorkspace.flows,
    includeTags: given.includeTags ?? [],
    excludeTags: given.excludeTags ?? [],
    env: given.env ?? {},
    executionOrder: {
      flowsOrder: (executionOrder?.flowsOrder ?? []).map((name, index) => ({
        name,
        place: placeOf(tree, ['executionOrder', 'flowsOrder', index]),
      })),
      continueOnFailure: executionOrder?.continueOnFailure ?? true,
    },
  }
}
