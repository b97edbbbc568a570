import { describe, expect, it } from 'vitest'
import { commonFolder } from '../../../src-renderer/rules/common-folder'

describe('the common folder of files', () => {
  it.each([
    [['/a/b/1.png'], '/a/b'],
    [['/a/b/1.png', '/a/b/2.png'], '/a/b'],
    [['/a/Ash/1.png', '/a/Ashley/1.png', '/a/Birch/1.png'], '/a'],
    [['/a/b/c/1.png', '/a/b/2.png'], '/a/b'],
    [['C:\\Lab\\Ash\\1.png', 'C:\\Lab\\Birch\\1.png'], 'C:\\Lab'],
    [[], ''],
  ])('of %j is %s', (paths, folder) => {
    expect(commonFolder(paths)).toBe(folder)
  })
})
