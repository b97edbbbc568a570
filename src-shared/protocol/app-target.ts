/** The targets of the action `open_app` (spec 4.5). */
export const appTargets = [
  'photoapp',
  'photoapp_account_status',
  'photoapp_settings',
  'photoapp_reel',
  'photoapp_profile',
  'photoapp_camera',
  'photoapp_dms',
  'photoapp_activity',
  'photoapp_explore',
  'sys_notes',
  'sys_photos',
  'sys_settings',
  'sys_about',
  'sys_phone',
  'sys_messages',
  'messenger',
] as const
export type AppTarget = (typeof appTargets)[number]

/** Whether a target needs a bot's handle (spec 4.5). */
export const needsUsername = (target: AppTarget): boolean => target === 'messenger'
