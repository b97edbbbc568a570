import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import typescript from 'typescript-eslint'

// What of an element is read out or shown, beside what stands in it.
const spoken = [
  'title',
  'label',
  'hint',
  'placeholder',
  'alt',
  'about',
  'confirm',
  'cancel',
  'aria-label',
  'aria-valuetext',
  'aria-description',
]
// More than a key or an id: a capital, or several words.
const words = '/[A-Z][a-z]|[a-z]{2} /'

const writers = ['writeFile', 'appendFile', 'copyFile', 'rename', 'cp', 'link', 'symlink', 'truncate']

export default typescript.config(
  { ignores: ['out/', 'dist/'] },
  js.configs.recommended,
  ...typescript.configs.strict,
  ...vue.configs['flat/recommended'],
  { files: ['**/*.vue'], languageOptions: { parserOptions: { parser: typescript.parser } } },
  {
    // Texts stand in the catalogues, so that each is there in every language.
    files: ['src-renderer/**/*.vue'],
    rules: {
      'vue/no-bare-strings-in-template': ['error', { attributes: { '/.+/': [...spoken] } }],
      'vue/no-restricted-syntax': [
        'error',
        ...[
          `VAttribute[directive=true][key.argument.name=/^(${spoken.join('|')})$/]`,
          'VElement > VExpressionContainer',
        ].flatMap((place) => [
          {
            selector: `${place} Literal[value=${words}]`,
            message: 'A text of the page belongs in a catalogue.',
          },
          {
            selector: `${place} TemplateElement[value.raw=${words}]`,
            message: 'A text of the page belongs in a catalogue.',
          },
        ]),
      ],
    },
  },
  {
    files: ['**/*.mjs', '*.js'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  {
    rules: {
      // The compiler checks names, in Vue templates too.
      'no-undef': 'off',
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
    },
  },
  {
    // One room writes: elsewhere a link could lead a write away, and a kill leave half a file.
    files: ['src-main/**/*.ts'],
    ignores: [
      'src-main/core/disk/**',
      'src-main/core/flows/reading/write-published.ts',
      // The updater's own download, in its own folder, checked before it is used.
      'src-main/shell-electron/routed-requests.ts',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: ['node:fs', 'node:fs/promises', 'fs', 'fs/promises'].map((name) => ({
            name,
            importNames: [
              ...writers,
              ...writers.map((each) => `${each}Sync`),
              'createWriteStream',
              'default',
            ],
            message: 'Write with core/base (write-out, save-file, own-file).',
          })),
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.name=/^open(Sync)?$/][arguments.1.value=/^[wa]|[+]/]',
          message: 'Write with core/base (write-out, save-file, own-file).',
        },
      ],
    },
  },
  {
    // Chinese and Japanese have a comma of their own.
    files: ['src-renderer/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name="join"][arguments.0.value=", "]',
          message: 'Give the list to its text, or join it with commaList.',
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...['Literal[value=/^.{81}/]', 'TemplateLiteral:has(> TemplateElement[value.raw=/^.{81}/])'].map(
          (name) => ({
            selector: `CallExpression:matches([callee.name=/^(it|describe)$/], [callee.callee.object.name=/^(it|describe)$/]) > ${name}.arguments:first-child`,
            message: 'Name a test by a plain statement of at most 80 characters.',
          }),
        ),
      ],
    },
  },
  {
    // AssemblyScript: both sides are of one type, a literal may have 64 bits, and there is no `import type`.
    files: ['src-renderer/jpeg/assembly/**'],
    rules: {
      eqeqeq: 'off',
      'no-loss-of-precision': 'off',
      '@typescript-eslint/consistent-type-imports': 'off',
    },
  },
  prettier,
)
