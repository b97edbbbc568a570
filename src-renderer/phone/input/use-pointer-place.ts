import { createSharedComposable, useMouse } from '@vueuse/core'

/** Where the pointer was last in the window, in CSS px; one listener for all tiles. */
export const usePointerPlace = createSharedComposable(() => useMouse({ type: 'client' }))
