/* A library, but no component. */
int gelenk_no_component(void);
int gelenk_no_component(void) { return 1; }
