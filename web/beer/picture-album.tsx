/** The user's pictures of beers, each leading to its beer. */
import { Link } from 'wouter'
import { type OwnPictures, picturePath } from '#contracts'
import { useBeerLink } from './use-beer-link.ts'

export function PictureAlbum({ pictures }: Pick<OwnPictures, 'pictures'>) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(6.2rem,100%),1fr))] gap-2.5">
      {pictures.map((picture) => (
        <AlbumPicture key={picture.id} picture={picture} />
      ))}
    </ul>
  )
}

function AlbumPicture({ picture: { id, beerId, name } }: { picture: OwnPictures['pictures'][number] }) {
  const { href, onClick } = useBeerLink({ id: beerId, name })
  return (
    <li>
      <Link href={href} onClick={onClick} className="block rounded-[18px]">
        <img
          data-picture
          src={picturePath(id)}
          alt=""
          loading="lazy"
          className="aspect-[4/5] w-full rounded-[18px] bg-raised object-cover"
        />
        <span className="mt-1.5 block pb-1 text-[0.82rem] leading-snug text-ink-2 [overflow-wrap:anywhere]">
          {name}
        </span>
      </Link>
    </li>
  )
}
