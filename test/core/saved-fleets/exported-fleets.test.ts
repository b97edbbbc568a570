import { expect, it } from 'vitest'
import { noFilter } from '../../../src-shared/features/filter'
import { noLastView } from '../../../src-shared/features/last-view'
import { exportFleets, readExportedFleets } from '../../../src-main/core/saved-fleets/exported-fleets'

const lab = {
  name: 'Lab “1” 🤖',
  baseUrl: 'https://lab.example/v1',
  wsBaseUrl: 'wss://lab.example/v1',
  view: { ...noLastView, search: 'is:live', labels: ['Berlin'] },
}

it('fleets come back from an export as they were', () => {
  expect(readExportedFleets(exportFleets([lab]))).toEqual({ fleets: [lab], dropped: 0 })
})

it('a fleet that is unusable is left out and counted, and a broken view is none', () => {
  const text = JSON.stringify({
    fleetwall: 1,
    fleets: [{ ...lab, view: { search: 7 } }, { ...lab, name: ' ' }, null, { ...lab, baseUrl: undefined }],
  })
  expect(readExportedFleets(text)).toEqual({ fleets: [{ ...lab, view: noLastView }], dropped: 3 })
})

it('no name of a fleet or a view is turned around', () => {
  const view = { ...noLastView, saved: [{ ...noFilter, name: '\u202Egnp.exe' }] }
  const [fleet] = readExportedFleets(exportFleets([{ ...lab, name: '\u202Egnp.exe', view }]))?.fleets ?? []
  expect(fleet).toMatchObject({ name: 'gnp.exe', view: { saved: [{ name: 'gnp.exe' }] } })
})

it.each(['', 'null', '[]', '{"fleets":[]}', '{"fleetwall":2,"fleets":[]}', '{"fleetwall":1}', '\uFFFD'])(
  'another file is none: %j',
  (text) => {
    expect(readExportedFleets(text)).toBeNull()
  },
)
