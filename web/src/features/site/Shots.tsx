import { cx } from "../../ui/cx";

/** A picture of the product on a phone. Its size is known before it is here, so that nothing moves. */
export function PhonePicture({ src, alt, className }: { src: string; alt: string; className?: string }) {
  return (
    <div className={cx("overflow-hidden rounded-[2rem] border-[7px] border-ink bg-ink", className)}>
      <img
        src={src}
        alt={alt}
        width={585}
        height={1266}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-[1.55rem]"
      />
    </div>
  );
}

/** A picture of the product on a computer. */
export function LaptopPicture({ src, alt }: { src: string; alt: string }) {
  return (
    <div>
      <div className="overflow-hidden rounded-t-xl border-[7px] border-ink border-b-0 bg-ink">
        <img
          src={src}
          alt={alt}
          width={1600}
          height={1000}
          loading="lazy"
          decoding="async"
          className="h-auto w-full rounded-t-md"
        />
      </div>
      <div className="-mx-[4%] h-3 rounded-b-xl bg-ink md:h-4" />
    </div>
  );
}
