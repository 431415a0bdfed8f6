#ifndef CTEMPLATES_H
#define CTEMPLATES_H

/// A text file that the executable carries, ended by a 0.
struct carried_file {
  const char *_Nullable name;
  const char *_Nullable text;
};

/// The gnuplot templates of plots/ and the parts that they load; after the last a file without a name.
const struct carried_file *_Nonnull carried_gnuplot_files(void);

/// The templates, the style sheets and the scripts of the report and of flame graphs; after the last a file without a name.
const struct carried_file *_Nonnull carried_page_files(void);

#endif
