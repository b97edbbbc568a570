import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import vue from '@vitejs/plugin-vue'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { markdown } from './build/markdown.ts'
import { assemblyScript } from './src-renderer/jpeg/assembly-script.ts'

// They start the program, or run flows on simulated phones in real time: too slow for `npm run check`.
const slow = [
  'test/core/flows/run/chaos.test.ts',
  'test/shell-cli/{command-line,phones/act-command,fleet/data-sheet,mcp/*}.test.ts',
]

/** A process runs a further file only if project and environment are the same, so files that share both stand in a row. */
class InRows extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rowOf = ({ project, moduleId }: TestSpecification) =>
      `${project.name} ${readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment')}`
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rowOf(one).localeCompare(rowOf(other)))
  }
}

/** Everything but the tests of the whole app, which test/e2e/vitest.config.ts runs. */
export default defineConfig({
  plugins: [markdown(), vue({ include: [/\.vue$/, /\.md$/] }), assemblyScript()],
  test: {
    // A busy machine is no failure: what takes a second alone takes thirty there.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // To start a process takes longer than most files do. What a file changes for all, such as a global, it undoes.
    isolate: false,
    sequence: { sequencer: InRows },
    // Many tests wait for a process or a phone, and leave their core to others.
    maxWorkers: 2 * availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: 'core',
          include: [
            'test/{build,rooms,protocol,bridge,features,texts,sheets,core,docs,faults,fuzz,shell-cli,shell-electron,shell-loopback}/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...slow],
        },
      },
      { extends: true, test: { name: 'renderer', include: ['test/renderer/**/*.test.ts'] } },
      { extends: true, test: { name: 'simulator', include: ['test/simulator/**/*.test.ts', ...slow] } },
    ],
  },
})
