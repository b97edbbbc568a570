import { z } from 'zod'
import { text } from '../language/fields'
import { inOption } from '../language/flow-error'
import { reportName } from '../language/flow-files'
import { plainText } from '../language/read-template'
import { common } from '../language/selectors'
import type { Template } from '../language/template'

/** The options of a command that keeps a file in the report. */
export const inReport = {
  schema: z.strictObject({
    path: text.describe('Below the report’s folder, without an ending.'),
    ...common,
  }),
  short: 'path',
}

/** Throws a FlowError for a path that is known, and is no name for a file of the report. */
export function namedInReport({ path }: { readonly path: Template }) {
  const known = plainText(path)
  if (known !== null) inOption('path', () => reportName(known))
  return { path }
}
