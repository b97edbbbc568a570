// As many as a task runs at once.
const mostAtOnce = 4
// Together 16 a second, below the rate that tasks keep (`fault-policy`).
const apartMs = 250

/**
 * Runs something for each phone, in order, four at a time.
 * @param isPaced whether it asks the service, which limits how often
 */
export async function fewAtOnce(
  publicIds: readonly string[],
  work: (publicId: string) => Promise<void>,
  isPaced = false,
): Promise<void> {
  const left = [...publicIds]
  const workOn = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const isLast = left.length === 0
      const apart = isPaced && !isLast ? new Promise((resolve) => setTimeout(resolve, apartMs)) : null
      await Promise.all([work(next), apart])
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, workOn))
}
