// `npm run dev`: serves the page with hot reload, and restarts the app when a file of its main process changes.
import { once } from 'node:events'
import { createServer as createNetServer } from 'node:net'
import { resolveConfig } from 'electron-vite'
import { build, createServer, mergeConfig } from 'vite'
import { chooseShell, root, say, startProgram } from './shell-command.mjs'

const host = '127.0.0.1'
// An app that asks something before it quits would hold up the restart.
const quitWithinMs = 3000
const printedAddress = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/

const environment = { ...process.env }
// Vite and its plugins must not see a fleet's key.
delete process.env.FLEETWALL_API_KEY

async function findFreePort() {
  const server = createNetServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}

/** Serves the page's files. The shell passes them on under its own origin; hot reload connects here directly. */
async function servePage(config) {
  const port = await findFreePort()
  const ws = { protocol: 'ws', host, clientPort: port }
  const server = await createServer(mergeConfig(config, { server: { host, port, strictPort: true, ws } }))
  await server.listen()
  environment.ELECTRON_RENDERER_URL = `http://${host}:${port}`
  return server
}

/** Builds, then builds again after every change. @param onRebuilt called after every build but the first */
async function watch(config, onRebuilt) {
  const watcher = await build(mergeConfig(config, { build: { watch: {} } }))
  await new Promise((resolve) => {
    let onBuilt = () => {
      onBuilt = onRebuilt
      resolve()
    }
    watcher.on('event', ({ code }) => {
      if (code === 'BUNDLE_END') onBuilt()
    })
  })
}

/** Starts the app. After a restart it keeps its address, so that a page in a browser can load again. */
function startApp(command) {
  const app = startProgram(command, { env: environment, stdout: 'pipe' })
  app.stdout.setEncoding('utf8').on('data', (text) => {
    const [address] = printedAddress.exec(text) ?? []
    if (address && address === environment.FLEETWALL_DEV_ADDRESS) reloadPage()
    else process.stdout.write(text)
    environment.FLEETWALL_DEV_ADDRESS ??= address
  })
  app.once('exit', quit)
  return app
}

const quit = (code, signal) => process.exit(code ?? (signal ? 1 : 0))
const reloadPage = () => page.ws.send({ type: 'full-reload' })

let stopping = null
/** Restarts the app. Ignores changes while a restart is running, because the app starts after them. */
async function restart() {
  if (stopping) return
  say('main process changed, restarting.')
  app.off('exit', quit)
  stopping = once(app, 'exit')
  app.kill()
  const timer = setTimeout(() => app.kill('SIGKILL'), quitWithinMs)
  await stopping
  clearTimeout(timer)
  stopping = null
  app = startApp(command)
}

const command = chooseShell(process.argv.slice(2))
const { config } = await resolveConfig({ root, logLevel: 'warn' }, 'serve', 'development')
const page = await servePage(config.renderer)
await watch(config.preload, reloadPage)
await watch(config.main, restart)
let app = startApp(command)
