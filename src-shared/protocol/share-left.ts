/** Returns the share of a daily budget that is left, from 0 to 1. */
export const shareLeft = ({ budget, remaining }: { budget: number; remaining: number }): number =>
  budget > 0 ? Math.min(1, Math.max(0, remaining / budget)) : 0
