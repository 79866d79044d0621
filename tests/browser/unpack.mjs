// Before checks run beside each other: `node tests/browser/unpack.mjs`.
import { bundledChromium } from './chromium.mjs'

await bundledChromium()
