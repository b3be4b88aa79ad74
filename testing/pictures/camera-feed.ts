/** Converts a picture to a video file for Chromium's fake camera (--use-file-for-fake-video-capture). */
import sharp from 'sharp'
import { CAMERA_IDEAL_HEIGHT_PX, CAMERA_IDEAL_WIDTH_PX } from '#contracts'

/** Encodes a still as Motion JPEG, 1280 x 720, letterboxed to preserve its aspect ratio. */
export async function asCameraFeed(jpeg: Buffer): Promise<Buffer> {
  const frame = await sharp(jpeg)
    .resize(CAMERA_IDEAL_WIDTH_PX, CAMERA_IDEAL_HEIGHT_PX, { fit: 'contain', background: '#20201e' })
    // Chromium's Motion JPEG parser requires baseline frames with 4:2:0 chroma subsampling.
    .jpeg({ quality: 90, progressive: false, chromaSubsampling: '4:2:0' })
    .toBuffer()
  return Buffer.concat([frame, frame, frame])
}
