const notes = [880, 1320]
const noteS = 0.18
let context: AudioContext | null = null

/** Plays two notes. A browser plays none before a person has clicked in the page. */
export function playSound(): void {
  context ??= new AudioContext()
  const { currentTime, destination } = context
  void context.resume()
  const volume = context.createGain()
  volume.gain.value = 0.2
  volume.connect(destination)
  for (const [index, hertz] of notes.entries()) {
    const note = context.createOscillator()
    note.frequency.value = hertz
    note.connect(volume)
    note.start(currentTime + index * noteS)
    note.stop(currentTime + (index + 1) * noteS)
  }
}
