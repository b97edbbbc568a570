import { describe, expect, it } from 'vitest'
import type { UploadQuestion } from '../../../../src-renderer/rules/upload-question'
import { describeUploadQuestion } from '../../../../src-renderer/features/uploads/describe-upload-question'

const files = (count: number) => Array.from({ length: count }, (_, at) => new File(['1234'], `${at}.txt`))
const asked = (changed: Partial<UploadQuestion>): UploadQuestion => ({
  publicIds: ['a'],
  files: [],
  folders: [],
  inFolders: [],
  leftOut: { system: 0, empty: 0, unreadable: 0 },
  busy: [],
  isReading: false,
  ...changed,
})
const phones = (count: number) => Array.from({ length: count }, (_, at) => `phone ${at}`)

describe('the question before a push', () => {
  it('names the folder, its number and size of files, and their phones', () => {
    const text = describeUploadQuestion(asked({ folders: ['holiday'], inFolders: files(7) }), '3 phones')
    expect(text.title).toBe('Upload 7 files (28 B) in “holiday” to 3 phones?')
    expect([text.names, text.more, text.notes, text.canSend]).toEqual([
      ['0.txt', '1.txt', '2.txt', '3.txt', '4.txt'],
      2,
      [],
      true,
    ])
  })

  it('counts folders and files that were dropped together as one', () => {
    const both = asked({ files: files(1), folders: ['one', 'two'], inFolders: files(2) })
    const text = describeUploadQuestion(both, 'Lab 1')
    expect(text.title).toBe('Upload 3 files (12 B) to Lab 1?')
    expect(text.notes).toEqual(['Includes files in “one”, “two”'])
  })

  it('names the files that are left out', () => {
    const leftOut = { system: 2, empty: 1, unreadable: 0 }
    expect(
      describeUploadQuestion(asked({ folders: ['a'], inFolders: files(1), leftOut }), 'Lab 1').notes,
    ).toEqual(['2 system files are skipped.', '1 empty file is skipped.'])
  })

  it('says how long many uploads take at the least', () => {
    const many = asked({ files: files(250), publicIds: phones(4) })
    expect(describeUploadQuestion(many, '4 phones').notes).toEqual([
      'The service’s rate limit spreads 1,000 uploads over at least 16 min.',
    ])
    expect(
      describeUploadQuestion(asked({ files: files(201) }), 'Lab 1').notes,
      'the first 60 begin at once',
    ).toEqual(['The service’s rate limit spreads 201 uploads over at least 3 min.'])
  })

  it('has no yes while a folder is being read, is empty or holds too much', () => {
    const reading = describeUploadQuestion(
      asked({ folders: ['a'], inFolders: files(2), isReading: true }),
      'Lab 1',
    )
    expect([reading.title, reading.notes, reading.canSend]).toEqual([
      'Reading “a”…',
      ['2 files so far, 8 B'],
      false,
    ])
    const empty = describeUploadQuestion(asked({ folders: ['a'] }), 'Lab 1')
    expect([empty.title, empty.canSend]).toEqual(['No files to upload in “a”', false])
    const tooMany = describeUploadQuestion(asked({ files: files(201), publicIds: phones(50) }), '50 phones')
    expect([tooMany.title, tooMany.canSend]).toEqual(['Too many files', false])
  })
})
