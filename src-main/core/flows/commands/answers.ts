import { z } from 'zod'
import { oneAction } from '../language/cost'
import { output } from '../language/fields'
import { common } from '../language/selectors'
import { alone, command } from './command'

const kept = output.optional().describe('Keeps it in ${output.…} by this name.')

/** Reads the phone's clipboard into `output.…`, or into `fleetwall.copiedText` and `maestro.copiedText`. */
export const readClipboard = command(
  'Reads the phone’s clipboard into ${fleetwall.copiedText}.',
  { schema: z.strictObject({ output: kept, ...common }), short: 'output', bare: true },
  {
    build: ({ output: name }) => ({ name: name ?? null }),
    cost: oneAction,
    async run({ name }, { hands, names }) {
      const { clipboard } = await hands.act({ type: 'clipboard_get' })
      const text = String(clipboard ?? '')
      if (name === null) names.fleetwall['copiedText'] = text
      else names.output.set(name, text)
    },
  },
)

export const deviceIp = command(
  'Reads the phone’s address into ${output.ip}.',
  { schema: z.strictObject({ output: kept, ...common }), short: 'output', bare: true },
  {
    build: ({ output: name }) => ({ name: name ?? 'ip' }),
    cost: oneAction,
    async run({ name }, { hands, names, tell }) {
      const { ip } = await hands.act({ type: 'device_ip' })
      const address = String(ip ?? '')
      names.output.set(name, address)
      tell(address)
    },
  },
)

export const recalibrate = command('Recentres the phone’s pointer.', alone, {
  build: () => ({}),
  cost: oneAction,
  run: (_, { hands }) => hands.act({ type: 'recalibrate' }),
})
