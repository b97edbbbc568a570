import vue from '@vitejs/plugin-vue'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { markdown } from '../../build/markdown'
import { assemblyScript } from '../../src-renderer/jpeg/assembly-script'

/** `npm run gallery`: every component in every state, with hot reload. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: resolve(import.meta.dirname, '../../src-renderer/public'),
  plugins: [markdown(), vue({ include: [/\.vue$/, /\.md$/] }), assemblyScript()],
  server: { host: '127.0.0.1', fs: { allow: [resolve(import.meta.dirname, '../..')] } },
})
