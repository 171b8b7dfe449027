/**
 * A photo of 5 MB on 300 phones is 1.5 GB over one WiFi. A big screen has 1,920 pixels across and a phone fewer: a photo
 * that size is some 400 kB. What cannot be made smaller goes as it is, and the server says whether it fits.
 */
const longestSide = 1920;
/** Under this a second compression costs looks and gains nothing. */
const smallEnoughBytes = 300_000;
const quality = 0.85;
/** Not GIF: it may move. */
const shrinkable = new Set(["image/jpeg", "image/png", "image/webp"]);

export async function shrinkPicture(file: File): Promise<Blob> {
  if (!shrinkable.has(file.type) || file.size <= smallEnoughBytes) return file;
  try {
    // upright, whatever the photo says of its own orientation
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    // WebP keeps what is transparent; a browser that cannot write it gives PNG
    const type = file.type === "image/jpeg" ? "image/jpeg" : "image/webp";
    const smaller = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
    return smaller && smaller.size < file.size ? smaller : file;
  } catch {
    return file;
  }
}
