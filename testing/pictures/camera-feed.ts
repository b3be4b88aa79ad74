/** Turns a picture into a file that Chromium's fake camera plays (--use-file-for-fake-video-capture). */
import sharp from 'sharp'
import { CAMERA_IDEAL_HEIGHT_PX, CAMERA_IDEAL_WIDTH_PX } from '#contracts'

/** Motion JPEG of one still, 1280 x 720: the whole picture, with dark bars where its shape differs. */
export async function asCameraFeed(jpeg: Buffer): Promise<Buffer> {
  const frame = await sharp(jpeg)
    .resize(CAMERA_IDEAL_WIDTH_PX, CAMERA_IDEAL_HEIGHT_PX, { fit: 'contain', background: '#20201e' })
    // Chromium's reader of motion JPEG wants baseline frames with 4:2:0 chroma.
    .jpeg({ quality: 90, progressive: false, chromaSubsampling: '4:2:0' })
    .toBuffer()
  return Buffer.concat([frame, frame, frame])
}
