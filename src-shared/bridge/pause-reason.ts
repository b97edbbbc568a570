/** Why all phones are paused: a person has asked for it, the screen is locked, or the computer is idle. */
export type PauseReason = 'person' | 'locked' | 'idle'
