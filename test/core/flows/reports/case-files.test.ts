import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCaseFolders } from '../../../../src-main/core/flows/reports/case-files'
import { noFilm } from './case-results'

describe('the folders of a run', () => {
  it('keep phones of one name and flows of one name apart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fleetwall-folders-'))
    const folders = createCaseFolders(folder, noFilm)
    const [one, other] = [{}, {}]
    const bytes = Buffer.from('x')
    const paths = [
      await folders(one, 'smoke', { id: 'a', name: 'Aster' }).save('s', '.png', bytes),
      await folders(other, 'smoke', { id: 'a', name: 'Aster' }).save('s', '.png', bytes),
      await folders(one, 'smoke', { id: 'b', name: 'aster' }).save('s', '.png', bytes),
    ]
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(3)
    await rm(folder, { recursive: true })
  })

  it('hold no video where the policy allows no recording', async () => {
    const { film } = createCaseFolders(tmpdir(), null)({}, 'x', { id: 'p', name: 'p' })
    await expect(film('secret', 'p')).rejects.toThrow('recording-off')
  })
})
