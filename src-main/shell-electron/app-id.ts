/** The id of the program, as the shortcut that the installer makes has it: Windows shows notices of that id alone. */
export const appId = 'app.fleetwall.Fleetwall'
