import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { createPublicKey } from 'node:crypto'
import { resolve } from 'node:path'
import { dependencies } from './package.json' with { type: 'json' }
import { markdown } from './build/markdown.ts'
import { assemblyScript } from './src-renderer/jpeg/assembly-script.ts'

// A slow build is no reason for a warning.
const checks = { bundlerTimings: false }
const from = (path: string) => resolve(import.meta.dirname, path)

const native = [
  '@napi-rs/canvas',
  'keytar',
  'tesseract.js-core',
  '@tesseract.js-data/deu',
  '@tesseract.js-data/eng',
]

// Without a key any server could install what it likes.
function readUpdateKey(): string {
  const { FLEETWALL_UPDATE_FEED: feed = '', FLEETWALL_UPDATE_KEY: key = '' } = process.env
  if (feed !== '' && !feed.startsWith('https://'))
    throw new Error('FLEETWALL_UPDATE_FEED must be an https address.')
  try {
    if (key === '' ? feed === '' : createPublicKey(key).asymmetricKeyType === 'ed25519') return key
  } catch {
    // OpenSSL's words name neither the variable nor what is wrong.
  }
  throw new Error('FLEETWALL_UPDATE_KEY must hold the public key (Ed25519, PEM) of FLEETWALL_UPDATE_FEED.')
}

export default defineConfig(({ command }) => ({
  main: {
    // The protocol's server checks no answer of a person, so its validator of JSON Schema stays out.
    resolve: {
      alias: { '@modelcontextprotocol/server/_shims': from('src-main/shell-cli/mcp/mcp-shims.ts') },
    },
    // A built program contains no code for `npm run dev`.
    define: {
      IS_DEV: JSON.stringify(command === 'serve'),
      // Tests attach a debugger to a packaged program, which a shipped one does not allow.
      // On macOS only a signed program can be replaced.
      UPDATE_FEED: JSON.stringify(
        process.platform === 'darwin' && !process.env.CSC_LINK
          ? ''
          : (process.env.FLEETWALL_UPDATE_FEED ?? ''),
      ),
      UPDATE_KEY: JSON.stringify(readUpdateKey()),
      IS_TEST_BUILD: JSON.stringify(process.env.FLEETWALL_TEST_BUILD === '1'),
    },
    build: {
      // Only what has a binary, or is read as files, stays a module of its own.
      externalizeDeps: { exclude: Object.keys(dependencies).filter((name) => !native.includes(name)) },
      rollupOptions: {
        input: {
          main: from('src-main/shell-electron/main.ts'),
          loopback: from('src-main/shell-loopback/main.ts'),
          cli: from('src-main/shell-cli/main.ts'),
          simulator: from('src-simulator/cli.ts'),
          pictures: from('src-main/core/pictures/process/main.ts'),
          'screen-worker': from('src-simulator/screens/worker.ts'),
        },
        // Beside the entries: a module finds a worker's file by its own URL.
        output: { format: 'es', chunkFileNames: '[name]-[hash].js' },
        checks,
      },
    },
  },
  preload: {
    build: {
      rollupOptions: {
        input: { preload: from('src-main/shell-electron/preload.ts') },
        // A sandboxed preload is CommonJS in one file.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
        checks,
      },
    },
  },
  renderer: {
    root: from('src-renderer'),
    server: { fs: { allow: [from('.')] } },
    plugins: [markdown(), vue({ include: [/\.vue$/, /\.md$/] }), assemblyScript()],
    build: {
      rollupOptions: { input: from('src-renderer/index.html'), checks },
      // The page's policy allows no data: URLs.
      assetsInlineLimit: 0,
    },
    worker: { format: 'es', plugins: () => [assemblyScript()], rolldownOptions: { checks } },
  },
}))
