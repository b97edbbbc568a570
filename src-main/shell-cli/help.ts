import type { Command } from '../core/base/start-arguments'

const sheet = `  --data FILE            a sheet (CSV, TSV): a row for each phone, found by the column public_id or name.
                         {column} is the row’s cell, {{ a brace; files lie in the sheet’s folder
  --skip-flawed          leaves out rows with a flaw; otherwise nothing is sent
`

const commands: Record<Command, string> = {
  test: `Usage: fleetwall test FLOW_OR_FOLDER… [options]

Runs flows on phones and judges what their screens show.

  --phones SELECTOR      on these phones: all (default), ids or names (comma, *), label=NAME, state=live
  --shard-all            every flow on every phone (default)
  --shard-split N        divides the flows over N of the phones
  --env K=V              sets a name for the flows; may be repeated
  --data FILE            sets names by the columns of a sheet; a case for each row
  --skip-flawed          leaves out rows with a flaw
  --include-tags TAGS    only flows with one of these tags (comma)
  --exclude-tags TAGS    no flows with one of these tags (comma)
  --format FORMAT        junit, html, json (lines on standard output) or noop (default)
  --output FILE          where the report goes: report.xml or report.html by default
  --test-output-dir DIR  where results go: a new folder in fleetwall-results by default
  --retries N            tries a failed flow up to N more times
  --timeout S            the longest time of one flow, in seconds (600); 0 for none
  --max-actions N        uses at most N actions, over all phones
  --dry-run              says what would run, and what it costs
`,
  check: `Usage: fleetwall check FLOW_OR_FOLDER… [options]

Reads flows and lists every mistake as file:line:column. Nothing runs.

  --include-tags TAGS    only flows with one of these tags (comma)
  --exclude-tags TAGS    no flows with one of these tags (comma)
`,
  phones: `Usage: fleetwall phones [options]

Lists the phones of the fleet.

  --phones SELECTOR      only these phones
  --json                 one line of JSON a phone
`,
  screenshot: `Usage: fleetwall screenshot [options]

Saves the screens of phones as JPEG files.

  --phones SELECTOR      of these phones (default: all)
  --out DIR              into this folder (default: the current one)
`,
  push: `Usage: fleetwall push FILE… --phones SELECTOR [options]

Uploads files to phones. push '{file}' --data s.csv uploads each phone its own; ; divides several in a cell.

  --phones SELECTOR      to these phones (with --data: default all)
  --json                 one line of JSON for each file and phone
${sheet}`,
  tap: `Usage: fleetwall tap X,Y --phones SELECTOR [options]

Taps a point of the screen: in percent (50%,90%) or in pixels of the snapshot (375,1200).
`,
  type: `Usage: fleetwall type TEXT --phones SELECTOR [options]

Types a text into the field that has the focus. type '{caption}' --data s.csv types each phone its own.

${sheet}`,
  key: `Usage: fleetwall key NAME --phones SELECTOR [options]

Presses a key or a button of the phone, such as Enter, Backspace or Home.
`,
  open: `Usage: fleetwall open ADDRESS_OR_TARGET --phones SELECTOR [options]

Opens an address, or a screen by its name, such as sys_notes. messenger:HANDLE opens a bot.
open '{link}' --data s.csv opens another on each phone.

${sheet}`,
  home: `Usage: fleetwall home --phones SELECTOR [options]

Presses Home.
`,
  act: `Usage: fleetwall act JSON --phones SELECTOR [options]

Sends any action of the service once to each phone, and prints what each phone answers: clipboard or address, else done.
'{"type": "double_tap", "x": 100, "y": 200, "gap_ms": 120}' is an action.

  --phones SELECTOR      to these phones
  --json                 one line of JSON a phone
${sheet}`,
  call: `Usage: fleetwall call NAME [JSON] [options]

Calls the running Fleetwall, and prints its answer as a line of JSON. Without a NAME it lists the calls.
`,
  events: `Usage: fleetwall events [options]

Prints what the running Fleetwall reports, a line an event, until Ctrl+C.

  --json                 one line of JSON an event
`,
  grant: `Usage: fleetwall grant NAME [options]

Lets a program use phones of the running Fleetwall, and prints its token once. NAME stands on the phones that it uses.

  --phones SELECTOR      these phones: all (default), ids or names (comma, *), label=NAME
  --tools TOOLS          only these tools (comma)
  --read-only            only tools that change nothing
  --actions-per-hour N   at most N calls that act within an hour
  --until TIME           until this time, as 2030-01-31T18:00:00Z
  --folder DIR           files of this folder may be uploaded, and its flows run; may be repeated
  --may-interrupt        does what a person would be asked about, such as interrupting a job
`,
  grants: `Usage: fleetwall grants [options]

Lists what programs may do.

  --json                 one line of JSON a grant
  --revoke NAME          ends a grant; may be repeated
`,
  simulator: `Usage: fleetwall simulator [--devices N] [--port P]

Starts a simulated fleet on this computer and prints one line of JSON with its addresses and a key.
`,
  mcp: `Usage: fleetwall mcp [options]

Gives a program or an agent tools for phones, by the Model Context Protocol on standard input and output.

Without a fleet, it uses that of the running Fleetwall, within a grant:

  --grant NAME           the grant, as fleetwall grant NAME gave it
  --grant-token-file F   its token; or FLEETWALL_GRANT_TOKEN in the environment

With a fleet, it opens that itself, and who starts it needs no grant:

  --read-only            no tool changes anything
  --may-interrupt        tools interrupt jobs, which otherwise keep their phones for themselves
  --folder DIR           files of this folder may be uploaded, and its flows run; may be repeated
`,
}

const fleet = `
Which fleet:
  FLEETWALL_BASE_URL, FLEETWALL_WS_BASE_URL, and FLEETWALL_API_KEY or FLEETWALL_API_KEY_FILE of the environment, or
  --fleet NAME           a saved fleet, with its key from the keychain; --fleet=HOST:PORT
  --simulated [N]        a simulated fleet of N phones (12 by default)
  --user-data-dir DIR    where saved fleets and the vocabulary are
With none of these it is the fleet of the running Fleetwall, if that lets programs connect; --alone never asks it.
`

const exits = `
Exit: 0 all passed, 1 something failed, 2 used wrongly or a flow is not readable, 3 the fleet is not reachable or refuses,
4 a budget or limit would not allow it, 130 stopped.
`

const app = `
  --user-data-dir DIR    of the Fleetwall that keeps its settings there
`

const withoutFleet: readonly Command[] = ['check', 'simulator']
const ofApp: readonly Command[] = ['call', 'events', 'grant', 'grants']

/** The help of one command. */
export const helpFor = (command: Command): string =>
  commands[command] + (ofApp.includes(command) ? app : withoutFleet.includes(command) ? '' : fleet) + exits

/** The help of the program. */
export const helpForAll = `Usage: fleetwall COMMAND [options]

  test FLOW_OR_FOLDER…   runs flows on phones, and reports
  check FLOW_OR_FOLDER…  reads flows, and lists their mistakes
  phones                 lists the phones
  screenshot             saves the screens of phones
  push FILE…             uploads files to phones
  tap X,Y                taps a point
  type TEXT              types a text
  key NAME               presses a key
  open TARGET            opens an address or an app's screen
  home                   presses Home
  act JSON               sends any action of the service
  call NAME [JSON]       calls the running Fleetwall
  events                 prints what the running Fleetwall reports
  grant NAME             lets a program or an agent use phones
  grants                 lists grants, and ends them
  simulator              starts a simulated fleet
  mcp                    gives programs and agents tools for phones
  app [options]          opens the window

On Windows, begin with -- where an argument has a colon: fleetwall -- open https://…
fleetwall COMMAND --help says more.
${exits}`
