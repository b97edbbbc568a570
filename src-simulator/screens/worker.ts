import { parentPort } from 'node:worker_threads'
import type { ToThread } from './protocol'
import { registerFonts } from './fonts'
import { keepYoungSpaceSmall } from '../small-young-space'
import { PhoneHost } from './phone-host'

if (parentPort === null) throw new Error('This program draws phones in a worker thread')
const port = parentPort

keepYoungSpaceSmall()
registerFonts()
const host = new PhoneHost((message, transfer) => port.postMessage(message, transfer))
port.on('message', (message: ToThread) => host.take(message))
