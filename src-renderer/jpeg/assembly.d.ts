/** A WebAssembly module's bytes in base64, compiled by assembly-script.ts. */
declare module '*?assembly' {
  const base64: string
  export default base64
}
