import { keepYoungSpaceSmall } from './small-young-space'

keepYoungSpaceSmall()
// Only now: even to load the program lets it grow.
await import('./program')
