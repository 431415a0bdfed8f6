#ifndef CTEMPLATES_H
#define CTEMPLATES_H

/// A text file that the executable carries, ended by a 0.
struct carried_file {
  const char *_Nullable name;
  const char *_Nullable text;
};

/// The gnuplot templates of plots/ and the parts that they load. The list ends with a file without a name.
const struct carried_file *_Nonnull carried_gnuplot_files(void);

/// The templates, style sheets and scripts of the report and of flame graphs. The list ends with a file without a name.
const struct carried_file *_Nonnull carried_page_files(void);

#endif
