import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { cutOut, decodePicture, scaled, toPng } from '../../../../src-main/core/pictures/process/picture'
import { pictureSize } from '../../../../src-main/core/pictures/picture-size'
import { turning, withSegments } from '../../../renderer/jpeg/segments'

it.each([3, 6, 8])('shows the pixels as they were sent, whatever Exif says: %i', async (orientation) => {
  const plain = Uint8Array.from(createCanvas(40, 20).toBuffer('image/jpeg'))
  const turned = Uint8Array.from(withSegments(plain, turning(orientation)))
  expect(await decodePicture(turned)).toEqual(await decodePicture(plain))
  expect(pictureSize(await toPng(turned))).toEqual({ width: 40, height: 20 })
  expect(pictureSize(await scaled(turned, 20))).toEqual({ width: 20, height: 10 })
  const place = { left: 25, top: 0, width: 20, height: 20 }
  expect(await cutOut(turned, place)).toEqual(await cutOut(plain, place))
})
