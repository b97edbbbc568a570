import { win32 } from 'node:path'

/**
 * Returns the file that starts this program again, also after a restart of the computer. An AppImage and a portable program
 * of Windows unpack themselves to another folder at each start. Their variables come to all programs that they start, so
 * they count for a program in that folder alone.
 * @param executable the running one, absolute
 */
export function ownProgram(environment: NodeJS.ProcessEnv, executable: string): string {
  const { APPIMAGE, APPDIR, PORTABLE_EXECUTABLE_FILE: portable, TEMP = '' } = environment
  if (APPIMAGE && APPDIR && executable.startsWith(`${APPDIR}/`)) return APPIMAGE
  const isUnpacked =
    TEMP !== '' && executable.toLowerCase().startsWith(`${win32.resolve(TEMP).toLowerCase()}\\`)
  return portable && isUnpacked ? portable : executable
}
