import type { Scope } from '../../src-shared/protocol/scope'
import { useFleets } from '../stores/fleets'
import { messages } from '../text/messages'

/** Returns that the key lacks a permission, in a sentence; null if it has it. */
export const whyLacks = (scope: Scope): string | null =>
  useFleets().lacks(scope) ? messages.scopes.missing({ scope }) : null
