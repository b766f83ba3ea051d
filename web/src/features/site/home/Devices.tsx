import { SiteSection } from "../blocks";
import desktop from "../pictures/desktop-home.webp";
import editor from "../pictures/phone-editor.webp";
import { LaptopPicture, PhonePicture } from "../Shots";

/** The product itself, where it is used. */
export function DevicesSection() {
  return (
    <SiteSection
      label="In the van"
      title="Phone on the job. Laptop at the table."
      lead="Start a quote on one and finish it on the other. No signal in the cellar? Carry on: it waits on your phone and is sent when you’re back up."
    >
      <div className="relative pb-[30%] sm:pb-[7%] md:pr-[9%] lg:pr-[11%]">
        <div className="ml-[16%] w-[118%] sm:ml-0 sm:w-[91%] md:w-full">
          <LaptopPicture
            src={desktop}
            alt="The dashboard on a laptop: what is outstanding, overdue and paid this month, and what needs you now"
          />
        </div>
        <PhonePicture
          src={editor}
          alt="Writing a quote on a phone, the total at the bottom of the screen"
          className="absolute bottom-0 left-0 w-[46%] rounded-[12%/5.5%]! border-[5px]! sm:right-0 sm:left-auto sm:w-[25%] md:w-[23%] md:border-[6px]!"
        />
      </div>
    </SiteSection>
  );
}
