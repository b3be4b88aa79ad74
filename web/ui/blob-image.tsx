/** A picture that is only on this device. */
import { useEffect, useState } from 'react'

export function BlobImage({ blob, alt, className }: { blob: Blob; alt: string; className?: string }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url ? <img src={url} alt={alt} className={className} /> : <span className={className} />
}
