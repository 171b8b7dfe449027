/** What a server refused or a field lacks, read out as soon as it is said; without words it takes no room. */
export const AlertLine = ({ children }: { children: string }) => (
  <p role="alert" className="text-bad empty:hidden">
    {children}
  </p>
);
