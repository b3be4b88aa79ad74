/** Shows a picture that exists only on this device. */
import { useEffect, useState } from 'react'

export function BlobImage({ blob, alt, className }: { blob: Blob; alt: string; className?: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const objectUrl = URL.createObjectURL(blob)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [blob])
  return url ? <img src={url} alt={alt} className={className} /> : <span className={className} />
}
