import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'

const phones = 60
const patience = { timeout: 120_000, interval: 250 }

inEachShellAtLength('Two runs of flows', (shell) => {
  const stage = useStage(shell, {
    devices: phones,
    rates: { per_account: { per_second: 50, burst: 50 } },
  })

  it('go on at once with the rows of sheets, and no phone is in both at one time', async () => {
    const { wall, simulator, userDataDir } = stage()
    const { page } = wall
    const panel = page.locator('[data-panel]')
    const flow = '- setClipboard: ${TEXT} 1\n- setClipboard: ${TEXT} 2\n- setClipboard: ${TEXT} 3\n'
    await mkdir(join(userDataDir, 'flows'), { recursive: true })
    await writeFile(join(userDataDir, 'flows', 'says.yaml'), flow)
    /** Runs the flow on phones, with a text for each. */
    const run = async (name: string, publicIds: readonly string[]) => {
      const sheet = join(userDataDir, `${name}.csv`)
      await writeFile(sheet, `public_id,TEXT\n${publicIds.map((id) => `${id},${name}-${id}\n`).join('')}`)
      await panel.locator('[data-flow-sheet]').setInputFiles(sheet)
      await panel.getByText(`${publicIds.length} rows for ${publicIds.length} phones.`).waitFor()
      await panel.getByRole('button', { name: `Run on ${publicIds.length} phones` }).click()
    }
    const [firstHalf, secondHalf] = [simulator.phones.slice(0, 35), simulator.phones.slice(25)]
    await wall.run('Run flows')
    await panel.locator('[data-flow="says.yaml"] :checked').waitFor()
    await run('first', firstHalf)
    await run('second', secondHalf)
    // The second one's free phones begin while the first run goes on.
    await panel.getByText('Waits for Run 1: says').first().waitFor()
    await panel.locator('[data-flow-run]').nth(1).waitFor()

    const typed = async (publicId: string) =>
      (await simulator.events(publicId)).flatMap(({ type, text }) =>
        type === 'clipboard_set' ? [String(text)] : [],
      )
    const of = (name: string, publicId: string) => [1, 2, 3].map((n) => `${name}-${publicId} ${n}`)
    const due = simulator.phones.map((publicId) => [
      ...(firstHalf.includes(publicId) ? of('first', publicId) : []),
      ...(secondHalf.includes(publicId) ? of('second', publicId) : []),
    ])
    await expect.poll(() => Promise.all(simulator.phones.map(typed)), patience).toEqual(due)

    for (const row of [0, 1]) {
      await panel.locator('[data-flow-run] button').nth(row).click()
      await panel.getByRole('status').getByText('35 passed').waitFor(patience)
      const shown = await panel.getByText(/^Report: /).innerText()
      const report = await readFile(shown.replace('Report: ', ''), 'utf8')
      const [own, other] = row === 0 ? ['second', 'first'] : ['first', 'second']
      const shared = simulator.phones[30] ?? ''
      expect([report.includes(`${own}-${shared}`), report.includes(`${other}-${shared}`)]).toEqual([
        true,
        false,
      ])
      const results = join(dirname(shown.replace('Report: ', '')), 'results.jsonl')
      expect(await readFile(results, 'utf8')).toContain('"passed":35,"failed":0,"stopped":0')
    }
  }, 240_000)
})
