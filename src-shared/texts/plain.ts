const onlyAscii = /^[\0-\x7F]*$/

/**
 * Removes accents, capitals and soft hyphens, and gives letters of full or half width their usual one; ß becomes ss, as most
 * keyboards have no ß. The marks of kana stay: ハ and バ are two letters.
 */
export const plain = (text: string): string =>
  onlyAscii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/[^\P{M}\u3099\u309A]|\u00AD/gu, '')
        .normalize('NFC')
        .toLowerCase()
        .replaceAll('ß', 'ss')
