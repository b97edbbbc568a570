/** The browser's features that the page never uses. */
const deniedFeatures = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'camera',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'xr-spatial-tracking',
]

/**
 * Returns the headers of every answer to the page.
 * @param connect the addresses that the page may connect to, in CSP's words
 * @param devServer Vite's, which connects for hot reload and adds style elements; null in a built program
 */
export function pageHeaders(
  connect: "'self'" | "'none'",
  devServer: URL | null = null,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    // The frame decoder is WebAssembly. Text that becomes JavaScript stays forbidden.
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    devServer ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    `connect-src ${devServer ? `'self' ws://${devServer.host}` : connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Vite's client has no policy for its scripts.
    ...(devServer ? [] : ["require-trusted-types-for 'script'", 'trusted-types default vue']),
  ]
  return {
    'content-security-policy': policy.join('; '),
    'permissions-policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  }
}

/** The content types of the built page's files, by extension. */
export const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
