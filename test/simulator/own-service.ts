import { parseConfig } from '../../src-simulator/config'
import type { Answer, TestService } from './service'
import { failure, startTestService } from './service'

/** Rates that no test meets by chance. */
export const GENEROUS_RATES = Object.fromEntries(
  Object.keys(parseConfig({}).rates).map((layer) => [layer, { per_second: 1e6, burst: 1e6 }]),
)

/** Runs `work` with a service of its own. */
export async function withTestService(
  config: Record<string, unknown>,
  work: (service: TestService) => Promise<void>,
): Promise<void> {
  const service = await startTestService(config)
  try {
    await work(service)
  } finally {
    await service.close()
  }
}

/** The status of a success, or status and code of a problem document. */
export function outcome(answer: Answer): string {
  return answer.status < 400 ? String(answer.status) : failure(answer)
}
