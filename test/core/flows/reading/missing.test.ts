import { describe, expect, it } from 'vitest'
import { missingOf } from '../../../../src-main/core/flows/reading/missing'
import { problemLine } from '../../../../src-main/core/flows/language/problem'
import { check, folderOf } from './read'

const missingIn = async (files: Readonly<Record<string, string>>, given: string[] = []) => {
  const { flows, problems } = await check(folderOf(files))
  expect(problems).toEqual([])
  return flows.flatMap((each) => missingOf(each, given)).map(problemLine)
}

describe('what a flow still lacks', () => {
  it('are names that nothing sets, each once and where it stands first', async () => {
    const flow = [
      'env: {KNOWN: x, MADE: "${KNOWN} ${LATER}", LATER: y}',
      '---',
      '- inputText: ${KNOWN}${USER}',
      '- tapOn: ${USER}',
      "- inputText: ${NICK || 'me'} on ${FLEETWALL_PHONE_NAME}",
      '- evalScript: ${output.n = 1}',
      "- repeat: {times: 2, commands: [assertTrue: '${output.n > LEAST}']}",
    ].join('\n')
    expect(await missingIn({ 'a.yaml': flow }, ['LEAST'])).toEqual([
      expect.stringMatching(/^a.yaml:1:1: the name LATER is not set/),
      expect.stringMatching(/^a.yaml:3:3: the name USER is not set/),
    ])
    expect(await missingIn({ 'a.yaml': flow }, ['LEAST', 'USER', 'LATER'])).toEqual([])
  })

  it('follow runFlow with its env, and config.yaml', async () => {
    const files = {
      'config.yaml': 'flows: [a.yaml]\nenv: {SET: x}',
      'a.yaml': '- runFlow: {file: b.yaml, env: {GIVEN: x}}\n- inputText: ${GIVEN}',
      'b.yaml': '- inputText: ${GIVEN}${SET}${NONE}',
    }
    expect(await missingIn(files)).toEqual([
      expect.stringMatching(/^b.yaml:1:3: the name NONE/),
      expect.stringMatching(/^a.yaml:2:3: the name GIVEN/),
    ])
  })

  it('are kept pictures', async () => {
    const flow = '- assertScreenshot: kept/home.png\n- assertScreenshot: kept/${PHONE}.png'
    expect(await missingIn({ 'a.yaml': flow }, ['PHONE'])).toEqual([
      'a.yaml:1:3: picture kept/home.png not found. Take it with takeScreenshot, and copy it there',
    ])
    expect(await missingIn({ 'a.yaml': flow, 'kept/home.png': '' }, ['PHONE'])).toEqual([])
  })
})
