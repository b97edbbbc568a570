// Node 20 gives no TypeScript loader to a thread, whatever its parent has: this one fetches it, then runs the program.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
