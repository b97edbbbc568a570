import '@fontsource-variable/inter/index.css'
import './styles/base.css'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './app/App.vue'
import PhoneWindow from './app/PhoneWindow.vue'
import { findHost } from './host/find-host'
import { hostKey } from './host/use-host'
import { refuseMiddlePaste } from './phone/input/middle-paste'
import { keepCompositions } from './phone/input/own-composition'
import { frameRouterKey } from './phone/stream/use-frame-router'
import { feedStores } from './app/sync/feed-stores'
import { watchErrors } from './app/sync/watch-errors'
import { useNotices } from './stores/notices'
import { createFrameRouter } from './phone/stream/frame-router'

const host = await findHost()
const router = createFrameRouter(host.frames)
const app = host.phone === null ? createApp(App) : createApp(PhoneWindow, { publicId: host.phone })
app.use(createPinia())
watchErrors(app, host.bridge)
app.provide(hostKey, host)
app.provide(frameRouterKey, router)
const feeding = feedStores(host, router)
refuseMiddlePaste()
keepCompositions()
app.mount('#app')
await feeding.catch((thrown: unknown) => {
  // The host reports a bridge that closes before the first answer.
  if (!(thrown instanceof Error && thrown.name === 'FaultError')) throw thrown
})
if (await host.hadCrashed()) useNotices().add({ kind: 'crashed' }, null)
